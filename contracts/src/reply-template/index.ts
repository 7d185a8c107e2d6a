export * from './messages.ts'
export * from './resource.ts'
export * from './stayValues.ts'
export * from './variables.ts'
