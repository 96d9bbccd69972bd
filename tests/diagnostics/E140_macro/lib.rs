macro_rules! stack {
    ($name:ident) => {
        pub struct $name<T>(Vec<T>);
    };
}

stack!(Stack);
