//! The routes as the docs know them.
