export * from './today.ts'
