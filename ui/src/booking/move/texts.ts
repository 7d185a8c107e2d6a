import { bookingMoveTexts } from '../../i18n/en/bookingMove.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'

addTexts({ bookingMove: bookingMoveTexts })
