export * from './today.ts'
export * from './staffQueue.ts'
export * from './deadlines.ts'
