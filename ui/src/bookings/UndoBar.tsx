export const UndoBar = () => null
