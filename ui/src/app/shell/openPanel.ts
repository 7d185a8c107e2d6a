import { createStore } from '../../data/store.ts'

/** The panel of the app bar that is open; the app bar and the command palette open it. */
export const openPanel = createStore<'undo' | 'notices' | null>(null)
