export * from './register.cjs';
