import { deriveAgreementId, isInForce } from '@hearth/contracts/agreement'
import type { PhotoshootCommand, Slot } from '@hearth/contracts/photoshoot'
import { agreementFold } from '../agreement/agreement.state.ts'
import { calendarFold } from '../calendar/calendar.state.ts'
import { listingFold } from '../listing/listing.state.ts'
import { refusePicture } from '../listing/photos.ts'
import type { FindFile, UsableFile } from '../file/usableFile.ts'
import type { Load } from '../runtime/decider.ts'
import { findShootDay, readHome, occupiedTimes, findSlot, type Home } from './home.ts'
import { photoshootFold } from './photoshoot.state.ts'

export type PhotoshootFacts = Readonly<{
  home: Home | null
  /** The slot that starts at the command's time; null when there is none. */
  slot: Slot | null
  shootDayId: string
  /** Whether the owners have signed; listings that are older than agreements need no signature. */
  agreed: boolean
  /** Delivered files that cannot become photos of this listing, by index. */
  unusable: readonly Readonly<{ index: number; detail: string }>[]
}>

const NOTHING: PhotoshootFacts = { home: null, slot: null, shootDayId: '', agreed: true, unusable: [] }

const findProblem = (file: UsableFile | undefined, index: number): PhotoshootFacts['unusable'] => {
  const detail = file === undefined ? 'isn’t a photo that was uploaded for this listing' : refusePicture(file)
  return detail === undefined ? [] : [{ index, detail }]
}

export type PhotoshootFactPorts = Readonly<{ findFile: FindFile }>

export const createPhotoshootFactLoader =
  ({ findFile }: PhotoshootFactPorts): Load<PhotoshootCommand, PhotoshootFacts> =>
  async (command, { id, now }, readState) => {
    if (command.type === 'HoldPhotoshootSlot') {
      const { listingId, startsAt } = command.data
      const [state, nights, contract] = await Promise.all([
        readState(listingFold, listingId),
        readState(calendarFold, listingId),
        readState(agreementFold, deriveAgreementId(listingId)),
      ])
      const home = readHome(state)
      if (state.status === 'none' || home === undefined) return NOTHING
      const agreed =
        !state.drafted ||
        (contract !== undefined && (contract.status === 'signed' || isInForce(contract.status)))
      return {
        ...NOTHING,
        home,
        agreed,
        slot: findSlot(home, startsAt, now, occupiedTimes(state, nights)) ?? null,
        shootDayId: findShootDay(home, startsAt).shootDayId,
      }
    }
    if (command.type === 'DeliverPhotoshootImages') {
      const shoot = await readState(photoshootFold, id)
      const listingId = shoot?.listingId ?? ''
      const [state, contract, files] = await Promise.all([
        readState(listingFold, listingId),
        readState(agreementFold, deriveAgreementId(listingId)),
        Promise.all(command.data.images.map(({ fileId }) => findFile(listingId, fileId))),
      ])
      const home = readHome(state)
      const model = contract?.countersignedAt == null ? home?.feeModel : contract.model
      return {
        ...NOTHING,
        home: home === undefined || model === undefined ? null : { ...home, feeModel: model },
        unusable: files.flatMap((file, index) => findProblem(file, index)),
      }
    }
    return NOTHING
  }
