export * from './incident.ts'
export * from './messages.ts'
export * from './resource.ts'
export * from './transitions.ts'
