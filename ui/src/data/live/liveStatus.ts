import { createStore } from '../store.ts'
import type { LiveStatus } from './eventStream.ts'

/** Whether changes reach this page. */
export const liveStatus = createStore<LiveStatus>('connecting')
