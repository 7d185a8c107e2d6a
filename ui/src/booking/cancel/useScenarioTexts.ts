import type { CancellationScenario } from '@hearth/contracts/booking'
import { formatAmount, sum } from '@hearth/contracts/kernel/money'
import type { OpenBooking } from '../../data/records/records.ts'
import { useText } from '../../i18n/text.ts'
import { formatDay, wallClock, nightsBetween } from '../../components/dates/localDate.ts'
import { useFormatDeadline } from '../../components/dates/useDeadline.ts'
import { readFirstName } from './firstName.ts'
import './texts.ts'

/** One choice in words and numbers; the grid and the cards show the same. */
export const useScenarioTexts = (booking: OpenBooking) => {
  const t = useText()
  const format = useFormatDeadline()
  const {
    snapshot: { timezone },
    currency,
    money,
    guestName,
    checkIn,
    nights,
  } = booking
  const guest = readFirstName(guestName)
  return ({ key, at, until, outcome, differenceMinor, nightsStayBlocked }: CancellationScenario) => {
    const taxMinor = sum(
      outcome.refundLines.filter(({ code }) => code.startsWith('tax')).map(({ amountMinor }) => amountMinor),
    )
    const days = nightsBetween(wallClock(at, timezone).date, checkIn)
    return {
      title: t(`cancel.scenario.${key}`, { guest }),
      phoneTitle:
        key === 'later'
          ? t('cancel.fromDay', { day: formatDay(wallClock(at, timezone).date) })
          : t(`cancel.scenario.${key}`, { guest }),
      sub:
        key === 'now'
          ? t('cancel.daysBefore', { smart_count: days })
          : key === 'later'
            ? t('cancel.from', { instant: format(at, timezone) })
            : t('cancel.theyDecide', { guest }),
      refundMinor: outcome.refundTotalMinor,
      refundSub:
        key === 'guest' && until !== null
          ? t('booking.until', { day: format(until, timezone) })
          : taxMinor > 0
            ? t('cancel.plusTax', {
                amount: formatAmount(outcome.refundTotalMinor - taxMinor, currency),
                tax: formatAmount(taxMinor, currency),
              })
            : '',
      feeMinor: outcome.hostFeeMinor,
      lostMinor: outcome.hostPayoutMinor - (money?.hostPayoutMinor ?? 0),
      nights: t(nightsStayBlocked ? 'cancel.stayBlocked' : 'cancel.openAgain'),
      nightsStayBlocked,
      nightsLabel: t('cancel.theNights', { smart_count: nights }),
      differenceMinor,
    }
  }
}
