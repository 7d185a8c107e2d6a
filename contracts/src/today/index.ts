export * from './today.ts'
export * from './staffQueue.ts'
