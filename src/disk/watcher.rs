//! Waits for changes in folders.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{Config, Event, EventKind, PollWatcher, RecursiveMode};

use crate::error::Error;

/// How often folders are polled where the system cannot watch them.
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Watches folders, but not their subfolders.
pub struct Watcher {
    watcher: Box<dyn notify::Watcher>,
    is_polling: bool,
    folders: BTreeSet<PathBuf>,
    sender: Sender<()>,
    events: Receiver<()>,
}

impl Watcher {
    pub fn new() -> Result<Self, Error> {
        let (sender, events) = channel();
        let (watcher, is_polling): (Box<dyn notify::Watcher>, bool) =
            match notify::recommended_watcher(handler(&sender)) {
                Ok(watcher) => (Box::new(watcher), false),
                Err(_) => (Box::new(polling(&sender)?), true),
            };
        Ok(Self { watcher, is_polling, folders: BTreeSet::new(), sender, events })
    }

    /// Watches these folders, and the nearest existing ancestor of each, in which it may
    /// be created again.
    pub fn watch(&mut self, folders: &BTreeSet<PathBuf>) -> Result<(), Error> {
        let mut wanted: BTreeSet<PathBuf> =
            folders.iter().filter(|it| it.is_dir()).cloned().collect();
        wanted.extend(folders.iter().filter_map(|folder| existing_ancestor(folder)));
        for gone in self.folders.difference(&wanted) {
            // A folder that was removed is no longer watched anyway.
            let _ = self.watcher.unwatch(gone);
        }
        // A folder that was removed and created again must be added again.
        let is_new = |folder: &&PathBuf| !self.is_polling || !self.folders.contains(*folder);
        let new: Vec<PathBuf> = wanted.iter().filter(is_new).cloned().collect();
        self.folders = wanted;
        if new.iter().all(|folder| self.add(folder)) || self.is_polling {
            return Ok(());
        }
        // Some systems limit the number of watched folders.
        self.watcher = Box::new(polling(&self.sender)?);
        self.is_polling = true;
        for folder in self.folders.clone() {
            self.add(&folder);
        }
        Ok(())
    }

    fn add(&mut self, folder: &Path) -> bool {
        self.watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() || !folder.is_dir()
    }

    /// Waits for a change. Returns false on a timeout.
    pub fn wait(&self, time: Duration) -> bool {
        let woken = self.events.recv_timeout(time).is_ok();
        self.events.try_iter().for_each(drop);
        woken
    }
}

fn existing_ancestor(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().skip(1).find(|folder| folder.is_dir()).map(Path::to_owned)
}

fn polling(sender: &Sender<()>) -> Result<PollWatcher, Error> {
    let config = Config::default().with_poll_interval(POLL_INTERVAL);
    PollWatcher::new(handler(sender), config)
        .map_err(|error| Error(format!("cannot watch for changes: {error}")))
}

/// Reading a file is not a change.
fn handler(sender: &Sender<()>) -> impl Fn(notify::Result<Event>) + Send + 'static {
    let sender = sender.clone();
    move |event| {
        let is_access = |event: &Event| matches!(event.kind, EventKind::Access(_));
        if !event.is_ok_and(|event| is_access(&event)) {
            // The receiver is gone when the program ends.
            let _ = sender.send(());
        }
    }
}
