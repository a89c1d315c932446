export * from './reporter.cjs';
export { default } from './reporter.cjs';
