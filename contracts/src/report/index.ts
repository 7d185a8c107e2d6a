export * from './report.ts'
export * from './sums.ts'
