export * from './filter.ts'
export * from './lists.ts'
export * from './messages.ts'
export * from './resource.ts'
