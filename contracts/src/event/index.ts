export * from './history.ts'
export * from './moments.ts'
export * from './resource.ts'
export * from './trace.ts'
