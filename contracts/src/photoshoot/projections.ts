import { idOfStream, formatStream } from '../kernel/message.ts'
import { defineProjection, foldBy, stateFold } from '../kernel/projection.ts'
import { zPhotoshootRow, type PhotoshootRow } from './resource.ts'
import { evolvePhotoshoot, evolveShootDay, type PhotoshootState } from './rules/evolve.ts'
import { zShootDayRow, type ShootDayEvent, type ShootDayRow } from './shootDay.ts'

const after = stateFold<PhotoshootState>(evolvePhotoshoot)

export const photoshootProjection = defineProjection<PhotoshootRow>({
  name: 'photoshoot',
  version: 1,
  row: zPhotoshootRow,
  streams: ({ id }) => [formatStream('photoshoot', id)],
  categories: ['photoshoot'],
  keys: ({ stream }) => [idOfStream(stream)],
  // Nothing personal is in the row.
  sealed: true,
  fold: (row, event, id) => {
    const state = after(row, event)
    return state && { ...state, id, startsAt: state.slot?.startsAt ?? null }
  },
})

export const shootDayProjection = defineProjection<ShootDayRow>({
  name: 'shoot_day',
  version: 2,
  row: zShootDayRow,
  shared: true,
  streams: ({ id }) => [formatStream('shootDay', id)],
  categories: ['shootDay'],
  keys: ({ stream }) => [idOfStream(stream)],
  fold: foldBy<ShootDayRow, ShootDayEvent>({
    ShootSlotClaimed: (row, { data }) =>
      evolveShootDay.ShootSlotClaimed(
        row ?? { id: data.shootDayId, region: data.region, date: data.date, claims: [] },
        data,
      ),
    ShootSlotKept: (row, { data }) => row && evolveShootDay.ShootSlotKept(row, data),
    ShootSlotReleased: (row, { data }) => row && evolveShootDay.ShootSlotReleased(row, data),
  }),
})
