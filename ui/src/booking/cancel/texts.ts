import { cancelTexts } from '../../i18n/en/cancel.ts'
import { addTexts } from '../../i18n/i18nProvider.ts'

addTexts({ cancel: cancelTexts })
