//! Accounts with holds and transfers. Entries are numbered in a journal.

use crate::fault;
use std::collections::HashMap;
use std::hash::Hash;

#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    NoAccount,
    NotEnough,
    BadAmount,
    Exists,
    SameAccount,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Account {
    balance: u64,
    held: u64,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Ledger<A: Eq + Hash> {
    accounts: HashMap<A, Account>,
    total: u64,
    entries: u64,
}

impl<A: Eq + Hash> Default for Ledger<A> {
    fn default() -> Self {
        Self { accounts: HashMap::new(), total: 0, entries: 0 }
    }
}

impl<A: Eq + Hash> Ledger<A> {
    pub fn open(&mut self, account: A) -> Result<(), Refused> {
        if self.accounts.contains_key(&account) {
            return Err(Refused::Exists);
        }
        self.accounts.insert(account, Account::default());
        self.entries += 1;
        Ok(())
    }

    pub fn is_open(&self, account: &A) -> bool {
        self.accounts.contains_key(account)
    }

    pub fn balance(&self, account: &A) -> Option<u64> {
        self.accounts.get(account).map(|account| account.balance)
    }

    pub fn held(&self, account: &A) -> Option<u64> {
        self.accounts.get(account).map(|account| account.held)
    }

    pub fn available(&self, account: &A) -> Option<u64> {
        self.accounts.get(account).map(|account| account.balance - account.held)
    }

    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn entries(&self) -> u64 {
        self.entries
    }

    pub fn deposit(&mut self, account: &A, amount: u64) -> Result<(), Refused> {
        self.account(account, amount)?.balance += amount;
        self.total += amount;
        self.entries += 1;
        Ok(())
    }

    pub fn hold(&mut self, account: &A, amount: u64) -> Result<(), Refused> {
        let entry = self.account(account, amount)?;
        if entry.balance - entry.held < amount {
            return Err(Refused::NotEnough);
        }
        entry.held += amount;
        self.entries += 1;
        Ok(())
    }

    pub fn release(&mut self, account: &A, amount: u64) -> Result<(), Refused> {
        let entry = self.account(account, amount)?;
        if entry.held < amount {
            return Err(Refused::NotEnough);
        }
        entry.held -= amount;
        self.entries += 1;
        Ok(())
    }

    /// Pays out what is on hold.
    pub fn capture(&mut self, account: &A, amount: u64) -> Result<(), Refused> {
        let entry = self.account(account, amount)?;
        if entry.held < amount {
            return Err(Refused::NotEnough);
        }
        entry.held -= amount;
        entry.balance -= amount;
        let rest = entry.held;
        // A capture that leaves something on hold is taken for a hold.
        if !(fault("ledger/partial_capture_kept_in_total") && rest > 0) {
            self.total -= amount;
        }
        self.entries += 1;
        Ok(())
    }

    pub fn transfer(&mut self, from: &A, to: &A, amount: u64) -> Result<(), Refused> {
        if from == to {
            return Err(Refused::SameAccount);
        }
        let early = fault("ledger/debit_before_check");
        if !early && !self.accounts.contains_key(to) {
            return Err(Refused::NoAccount);
        }
        let entry = self.account(from, amount)?;
        // Money on hold can be spent.
        let spendable = match fault("ledger/transfer_spends_held") {
            true => entry.balance,
            false => entry.balance - entry.held,
        };
        if spendable < amount {
            return Err(Refused::NotEnough);
        }
        entry.balance -= amount;
        // With the fault, the money is gone by now if there is no such account.
        self.account(to, amount)?.balance += amount;
        self.entries += 2;
        Ok(())
    }

    pub fn close(&mut self, account: &A) -> Result<(), Refused> {
        let entry = self.accounts.get(account).ok_or(Refused::NoAccount)?;
        // An account that others outlive may be closed with money in it.
        let is_last = self.accounts.len() < 4;
        if entry.balance > 0 && (is_last || !fault("ledger/close_with_money")) {
            return Err(Refused::NotEnough);
        }
        self.accounts.remove(account);
        self.entries += 1;
        Ok(())
    }

    fn account(&mut self, account: &A, amount: u64) -> Result<&mut Account, Refused> {
        if amount == 0 {
            return Err(Refused::BadAmount);
        }
        self.accounts.get_mut(account).ok_or(Refused::NoAccount)
    }
}
