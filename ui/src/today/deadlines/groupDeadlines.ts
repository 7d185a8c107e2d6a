import type { DeadlineItem } from '@hearth/contracts/today'
import { wallClock } from '../../components/dates/localDate.ts'

export const GROUPS = ['late', 'today', 'later'] as const
export type Group = (typeof GROUPS)[number]

/** Whether it is late, due on the reader's day, or later. A deadline is exclusive. */
export const findGroup = (deadline: string, now: number, zone: string): Group => {
  if (Date.parse(deadline) <= now) return 'late'
  return wallClock(deadline, zone).date === wallClock(now, zone).date ? 'today' : 'later'
}

export const VIEWS = ['all', 'mine', 'none'] as const
export type View = (typeof VIEWS)[number]

/** Whether a view has it: what is the reader's, or what no one works on. */
export const isIn = (view: View, { responsibleId }: DeadlineItem, userId: string | undefined): boolean =>
  view === 'all' || (view === 'mine' ? responsibleId === userId : responsibleId === null)
