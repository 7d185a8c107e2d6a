import { MONTHS } from '../kernel/calendarNames.ts'
import type { DraftForm } from './preview.ts'

const TITLES: Readonly<Record<string, string>> = {
  '1099-K/1a': 'Gross amount of payments',
  '1099-K/1b': 'Of this, without a card present',
  '1099-K/3': 'Number of payments',
  '1099-K/4': 'Federal income tax withheld',
  '1099-MISC/1': 'Rents',
  '1099-NEC/1': 'Nonemployee compensation: referral rewards',
}
const FIRST_MONTH = 'a'.charCodeAt(0)

/** What a box of a form is about, in the draft, on the printed form and on the screen. */
export const titleBox = (form: DraftForm['form'], box: string): string =>
  (box.startsWith('5') ? MONTHS[box.charCodeAt(1) - FIRST_MONTH] : TITLES[`${form}/${box}`]) ?? box
