export * from './messages.ts'
export * from './redirect.ts'
export * from './requests.ts'
