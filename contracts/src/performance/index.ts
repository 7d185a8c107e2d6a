export * from './numbers.ts'
export * from './rates.ts'
