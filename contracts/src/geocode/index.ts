export * from './geocode.ts'
