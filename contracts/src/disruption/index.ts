export * from './area.ts'
export * from './messages.ts'
export * from './resource.ts'
export * from './stays.ts'
