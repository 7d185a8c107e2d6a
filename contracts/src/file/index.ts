export * from './file.ts'
export * from './fileName.ts'
