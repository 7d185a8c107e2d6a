export * from './messages.ts'
export * from './resource.ts'
export * from './terms.ts'
