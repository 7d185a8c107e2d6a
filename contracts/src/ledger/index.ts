export * from './entry.ts'
export * from './kinds.ts'
export * from './messages.ts'
export * from './rules/entries.ts'
