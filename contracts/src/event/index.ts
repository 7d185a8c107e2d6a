export * from './history.ts'
export * from './resource.ts'
