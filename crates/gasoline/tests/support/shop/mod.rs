//! A small shop, bundled and minified, and how it breaks.

/// Built by `esbuild src/main.ts --bundle --minify --sourcemap --format=iife --charset=utf8` from the
/// two sources that the map holds.
pub(crate) const BUNDLE: &str = concat!(
    r#"(()=>{var r=(t,e)=>t+e,o=class{items=[];put(e){this.items.push(e)}total(){return this.items.map(e=>e.price.amount).reduce(r,0)}};"#,
    r#"var n=new o;n.put({name:"Mug",price:{amount:12}});n.put({name:"Poster"});function a(t){t(`${n.total()} €`)}function i(){a(t=>console.log(t))}globalThis.pay=i;})();"#,
    "\n//# sourceMappingURL=app.js.map\n",
);
pub(crate) const MAP: &str = include_str!("app.js.map");
/// The map after two lines of comment came before everything else: the bundle is the same.
pub(crate) const REBUILT: &str = include_str!("rebuilt.js.map");

/// What Chromium throws when `pay()` is called.
pub(crate) fn stack(script: &str) -> String {
    format!(
        "TypeError: Cannot read properties of undefined (reading 'amount')\n    at {script}:1:108\n    \
         at Array.map (<anonymous>)\n    at o.total ({script}:1:93)\n    at a ({script}:1:224)\n    \
         at i ({script}:1:250)"
    )
}
