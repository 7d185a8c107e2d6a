export * from './messages.ts'
export * from './resource.ts'
export * from './steps.ts'
