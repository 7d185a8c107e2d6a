export * from './messages.ts'
export * from './password.ts'
export * from './requests.ts'
