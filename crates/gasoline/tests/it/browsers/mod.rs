//! What browsers send and are asked: the extension, drivers, the debugger, images, source maps.

mod attach;
mod browser_side;
mod drivers;
mod errands;
mod ext;
mod foreign_sources;
mod screenshots;
mod source_maps;
