import { addTexts } from '../i18n/i18nProvider.ts'
import { requestTexts } from '../i18n/en/request.ts'

addTexts({ request: requestTexts })
