/**
 * A `test` cannot be replaced in modules that have not been loaded yet, but it can be extended in
 * place: its list of fixtures is read when tests are collected, which is after any configuration.
 */
export declare function register(): void;
