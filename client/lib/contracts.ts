import type * as accounts from '#shared/accounts/contract.ts';
import type * as app from '#shared/accounts/contract-app.ts';
import type * as loginSessions from '#shared/accounts/contract-login-sessions.ts';
import type * as passkeys from '#shared/accounts/contract-passkeys.ts';
import type * as secondFactor from '#shared/accounts/contract-second-factor.ts';
import type * as billing from '#shared/billing/contract.ts';
import type * as area from '#shared/billing/contract-area.ts';
import type * as buying from '#shared/billing/contract-buying.ts';
import type * as changing from '#shared/billing/contract-changing.ts';
import type * as leaving from '#shared/billing/contract-leaving.ts';
import type * as paypal from '#shared/billing/contract-paypal.ts';
import type * as booking from '#shared/booking/contract.ts';
import type * as holding from '#shared/booking/contract-holding.ts';
import type * as waiting from '#shared/booking/contract-waiting.ts';
import type * as calendar from '#shared/calendar/contract.ts';
import type * as pay from '#shared/calendar/contract-pay.ts';
import type * as otherCalendars from '#shared/calendar/contract-outside.ts';
import type * as schedule from '#shared/calendar/contract-schedule.ts';
import type * as catalogue from '#shared/catalogue/contract.ts';
import type * as draft from '#shared/catalogue/contract-draft.ts';
import type * as samples from '#shared/catalogue/contract-samples.ts';
import type * as content from '#shared/content/contract.ts';
import type * as documents from '#shared/content/contract-documents.ts';
import type * as credits from '#shared/credits/contract.ts';
import type * as explore from '#shared/explore/contract.ts';
import type * as musicianPage from '#shared/explore/contract-page.ts';
import type * as files from '#shared/files/contract.ts';
import type { Call } from '#shared/lib/call.ts';
import type { Endpoint } from '#shared/lib/endpoint.ts';
import type * as me from '#shared/me/contract.ts';
import type * as preview from '#shared/me/contract-preview.ts';
import type * as avatar from '#shared/me/contract-avatar.ts';
import type * as messages from '#shared/messages/contract.ts';
import type * as notifications from '#shared/notifications/contract.ts';
import type * as operator from '#shared/operator/contract.ts';
import type * as operatorContent from '#shared/operator/content/contract-content.ts';
import type * as operatorCoupons from '#shared/operator/content/contract-coupons.ts';
import type * as operatorFlags from '#shared/operator/content/contract-flags.ts';
import type * as operatorPrices from '#shared/operator/content/contract-prices.ts';
import type * as operatorServices from '#shared/operator/content/contract-services.ts';
import type * as pictures from '#shared/operator/content/contract-pictures.ts';
import type * as figures from '#shared/operator/figures/contract-figures.ts';
import type * as mails from '#shared/operator/system/contract-mails.ts';
import type * as queues from '#shared/operator/system/contract-queues.ts';
import type * as system from '#shared/operator/system/contract-system.ts';
import type * as operatorToday from '#shared/operator/contract-today.ts';
import type * as auditLog from '#shared/operator/contract-audit.ts';
import type * as operatorMusician from '#shared/operator/musicians/contract-musician.ts';
import type * as operatorSchedule from '#shared/operator/musicians/contract-schedule.ts';
import type * as operatorMusicians from '#shared/operator/musicians/contract-musicians.ts';
import type * as payouts from '#shared/operator/musicians/contract-payouts.ts';
import type * as people from '#shared/operator/contract-people.ts';
import type * as person from '#shared/operator/contract-person.ts';
import type * as block from '#shared/operator/person/contract-block.ts';
import type * as role from '#shared/operator/person/contract-role.ts';
import type * as operatorImport from '#shared/operator/import/contract-import.ts';
import type * as invite from '#shared/operator/person/contract-invite.ts';
import type * as personPayments from '#shared/operator/person/contract-payments.ts';
import type * as personVerbs from '#shared/operator/contract-person-verbs.ts';
import type * as rewards from '#shared/operator/rewards/contract-rewards.ts';
import type * as consoleSearch from '#shared/operator/contract-search.ts';
import type * as operatorSessions from '#shared/operator/contract-sessions.ts';
import type * as operatorSession from '#shared/operator/contract-session.ts';
import type * as operatorSessionVerbs from '#shared/operator/contract-session-verbs.ts';
import type * as referrals from '#shared/referrals/contract.ts';
import type * as sessions from '#shared/sessions/contract.ts';
import type * as today from '#shared/sessions/contract-today.ts';
import type * as personData from '#shared/operator/contract-person-data.ts';
import type * as privacy from '#shared/privacy/contract.ts';
import type * as feed from '#shared/sessions/contract-feed.ts';

type Declared<Contract> = Extract<Contract[keyof Contract], Endpoint>;

type AnyEndpoint =
  | Declared<typeof accounts>
  | Declared<typeof app>
  | Declared<typeof loginSessions>
  | Declared<typeof passkeys>
  | Declared<typeof secondFactor>
  | Declared<typeof billing>
  | Declared<typeof area>
  | Declared<typeof buying>
  | Declared<typeof changing>
  | Declared<typeof leaving>
  | Declared<typeof paypal>
  | Declared<typeof booking>
  | Declared<typeof holding>
  | Declared<typeof waiting>
  | Declared<typeof calendar>
  | Declared<typeof pay>
  | Declared<typeof otherCalendars>
  | Declared<typeof schedule>
  | Declared<typeof catalogue>
  | Declared<typeof draft>
  | Declared<typeof samples>
  | Declared<typeof content>
  | Declared<typeof documents>
  | Declared<typeof credits>
  | Declared<typeof explore>
  | Declared<typeof musicianPage>
  | Declared<typeof files>
  | Declared<typeof me>
  | Declared<typeof avatar>
  | Declared<typeof preview>
  | Declared<typeof messages>
  | Declared<typeof notifications>
  | Declared<typeof operator>
  | Declared<typeof auditLog>
  | Declared<typeof mails>
  | Declared<typeof figures>
  | Declared<typeof queues>
  | Declared<typeof system>
  | Declared<typeof operatorContent>
  | Declared<typeof operatorFlags>
  | Declared<typeof operatorCoupons>
  | Declared<typeof operatorPrices>
  | Declared<typeof operatorServices>
  | Declared<typeof pictures>
  | Declared<typeof operatorToday>
  | Declared<typeof operatorMusician>
  | Declared<typeof operatorMusicians>
  | Declared<typeof operatorSchedule>
  | Declared<typeof payouts>
  | Declared<typeof people>
  | Declared<typeof person>
  | Declared<typeof personData>
  | Declared<typeof personVerbs>
  | Declared<typeof block>
  | Declared<typeof invite>
  | Declared<typeof role>
  | Declared<typeof operatorImport>
  | Declared<typeof personPayments>
  | Declared<typeof rewards>
  | Declared<typeof privacy>
  | Declared<typeof consoleSearch>
  | Declared<typeof operatorSessions>
  | Declared<typeof operatorSession>
  | Declared<typeof operatorSessionVerbs>
  | Declared<typeof referrals>
  | Declared<typeof sessions>
  | Declared<typeof today>
  | Declared<typeof feed>;

/**
 * Each call's input, output and problem codes, by method and path. Types only, so no schema is loaded; a contract
 * missing above takes no arguments.
 */
export type EndpointOf<C extends Call> = Extract<AnyEndpoint, C>;
