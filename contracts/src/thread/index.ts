export * from './masking.ts'
export * from './messageBody.ts'
export * from './messages.ts'
export * from './responseClock.ts'
