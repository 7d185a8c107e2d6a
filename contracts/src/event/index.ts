export * from './history.ts'
export * from './resource.ts'
export * from './trace.ts'
