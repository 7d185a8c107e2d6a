export * from './messages.ts'
export * from './readNames.ts'
export * from './resource.ts'
