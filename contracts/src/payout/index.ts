export * from './messages.ts'
export * from './requests.ts'
export * from './resource.ts'
export * from './rules/businessDays.ts'
