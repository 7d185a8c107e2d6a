export * from './messages.ts'
export * from './resource.ts'
export * from './money.ts'
export * from './quote.ts'
