export * from './undoable.ts'
export * from './resource.ts'
