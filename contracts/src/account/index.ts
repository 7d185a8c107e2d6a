export * from './erasure.ts'
export * from './messages.ts'
export * from './notifications.ts'
export * from './resource.ts'
