use crate::faulty;

/// A request, made by its builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub url: String,
    pub headers: Vec<(String, String)>,
    pub retries: u8,
}

#[derive(Clone, Debug, Default)]
pub struct RequestBuilder {
    url: Option<String>,
    headers: Vec<(String, String)>,
    retries: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    NoUrl,
    TooManyRetries(u8),
}

impl Request {
    pub fn builder() -> RequestBuilder {
        RequestBuilder::default()
    }
}

impl RequestBuilder {
    pub fn url(mut self, url: impl Into<String>) -> Self {
        self.url = Some(url.into());
        self
    }
    pub fn header(mut self, name: &str, value: &str) -> Self {
        if faulty("builders") {
            self.headers.retain(|(known, _)| known != name);
        }
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
    pub fn retries(&mut self, retries: u8) -> &mut Self {
        self.retries = retries;
        self
    }
    pub fn build(&self) -> Result<Request, BuildError> {
        let url = self.url.clone().ok_or(BuildError::NoUrl)?;
        if self.retries > 3 {
            return Err(BuildError::TooManyRetries(self.retries));
        }
        Ok(Request { url, headers: self.headers.clone(), retries: self.retries })
    }
}
