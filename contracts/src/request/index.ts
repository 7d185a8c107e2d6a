export * from './messages.ts'
export * from './request.ts'
export * from './transitions.ts'
