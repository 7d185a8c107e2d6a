export * from './messages.ts'
export * from './resource.ts'
