import type { DeadlineItem } from '@hearth/contracts/today'
import { wallClock } from '../../components/dates/localDate.ts'

export const GROUPS = ['late', 'today', 'later'] as const
export type Group = (typeof GROUPS)[number]

/** Whether it is late, due on the reader's day, or later. A deadline is exclusive. */
export const findGroup = (deadline: string, now: number, zone: string): Group => {
  if (Date.parse(deadline) <= now) return 'late'
  return wallClock(deadline, zone).date === wallClock(now, zone).date ? 'today' : 'later'
}

export const VIEWS = ['all', 'mine', 'none', 'approval', 'host'] as const
export type View = (typeof VIEWS)[number]

/** Whether it waits for the host, and not for staff. */
export const isHostsTurn = ({ step }: DeadlineItem): boolean => step === 'host_answers'

/** Whether a view has it: what is the reader's, what no one works on, what needs two, or what hosts owe. */
export const isIn = (view: View, item: DeadlineItem, userId: string | undefined): boolean => {
  switch (view) {
    case 'all':
      return true
    case 'mine':
      return item.responsibleId === userId
    case 'none':
      return item.responsibleId === null && !isHostsTurn(item)
    case 'approval':
      return item.step === 'approve'
    case 'host':
      return isHostsTurn(item)
  }
}
