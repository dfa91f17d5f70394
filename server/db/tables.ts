// Written by scripts/db-types.ts from the migrated database. Change a migration, then run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A jsonb column: read as it was written, written as JSON text. */
export type Json = ColumnType<unknown, string, string>;

/** The same with a default: it may be left out of an insert. */
export type DefaultJson = ColumnType<unknown, string | undefined, string>;

/** Every table, as Kysely reads and writes it. */
export interface Tables {
  applied_sql: {
    name: string;
    hash: string;
    at: Generated<Temporal.Instant>;
  };
  audit_log: {
    id: string;
    at: Temporal.Instant;
    operator_id: string | null;
    what: string;
    object_kind: string;
    object_id: string;
    person_id: string | null;
    reason: string | null;
    before: Json | null;
    after: Json | null;
  };
  authenticator_apps: {
    person_id: string;
    nonce: Buffer;
    created_at: Temporal.Instant;
    last_step: number;
    key_hash: Buffer | null;
  };
  avatars: {
    id: string;
    person_id: string;
    webp: Buffer;
    created_at: Temporal.Instant;
  };
  backups: {
    planned_for: Temporal.Instant;
    begun_at: Temporal.Instant;
    ended_at: Temporal.Instant | null;
    bytes: number | null;
    failure: string | null;
  };
  billing_cancellations: {
    id: string;
    person_id: string;
    provider: string | null;
    mode: string | null;
    subscription_id: string | null;
    reason: string;
    comments: string;
    requested_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    taken_back_at: Temporal.Instant | null;
  };
  billing_changes: {
    id: string;
    person_id: string;
    provider: string;
    mode: string;
    subscription_id: string;
    price_id: string;
    counted_at: Temporal.Instant;
    due_cents: number;
    resumes: boolean;
    state: 'starting' | 'open' | 'done' | 'failed';
    request: Json;
    started_at: Temporal.Instant;
  };
  billing_checkouts: {
    id: string;
    person_id: string;
    provider: string;
    mode: string;
    kind: 'plan' | 'bundle' | 'top-up';
    price_id: string;
    quantity: number;
    coupon: string | null;
    country: string | null;
    way: 'hosted' | 'card';
    state: 'starting' | 'open' | 'completed' | 'expired' | 'failed';
    provider_id: string | null;
    url: string | null;
    return_to: string | null;
    hold_id: number | null;
    request: DefaultJson;
    started_at: Temporal.Instant;
    expires_at: Temporal.Instant;
    replaces_provider: string | null;
    replaces_subscription: string | null;
    counted_at: Temporal.Instant | null;
    credited_unspent: number | null;
    net_cents: number | null;
    vat_cents: number | null;
    vat_basis_points: number | null;
    reverse_charge: boolean | null;
    cycles_from: Temporal.Instant | null;
    is_trial: Generated<boolean>;
  };
  billing_cursors: {
    provider: string;
    mode: string;
    event_id: string;
  };
  billing_customer_starts: {
    provider: string;
    mode: string;
    person_id: string;
    started_at: Temporal.Instant;
  };
  billing_customers: {
    provider: 'stripe' | 'paypal';
    mode: 'sandbox' | 'test' | 'live';
    customer_id: string;
    person_id: string;
    created_at: Temporal.Instant;
    card_brand: string | null;
    card_last4: string | null;
    card_exp_month: number | null;
    card_exp_year: number | null;
    synced_at: Temporal.Instant | null;
    read_number: number | null;
    payer_email: string | null;
  };
  billing_details: {
    person_id: string;
    address: Generated<string>;
    city: Generated<string>;
    company_name: Generated<string>;
    country: string | null;
    vat_number: Generated<string>;
    zipcode: Generated<string>;
    updated_at: Temporal.Instant;
  };
  billing_disputes: {
    provider: string;
    mode: string;
    dispute_id: string;
    payment_id: string;
    state: 'open' | 'won' | 'lost';
  };
  billing_events: {
    provider: string;
    event_id: string;
    type: string;
    object_id: string;
    customer_id: string | null;
    created_at: Temporal.Instant;
    received_at: Temporal.Instant;
    handled_at: Temporal.Instant | null;
  };
  billing_fingerprints: {
    provider: string;
    mode: string;
    fingerprint: string;
    person_id: string;
    first_seen_at: Temporal.Instant;
  };
  billing_notices: {
    key: string;
    person_id: string;
    at: Temporal.Instant;
  };
  billing_payments: {
    id: string;
    person_id: string;
    provider: string;
    mode: string;
    provider_id: string;
    kind: 'plan' | 'bundle' | 'top-up';
    price_id: string;
    quantity: number;
    subscription_id: string | null;
    invoice_id: string | null;
    period_start: Temporal.Instant | null;
    period_end: Temporal.Instant | null;
    is_trial: Generated<boolean>;
    currency: string;
    total_cents: number;
    net_cents: number;
    refunded_cents: Generated<number>;
    dispute: 'open' | 'won' | 'lost' | null;
    paid_at: Temporal.Instant;
  };
  billing_paypal_objects: {
    mode: 'sandbox' | 'test' | 'live';
    object_id: string;
    kind: 'subscription' | 'order' | 'refund' | 'dispute';
    person_id: string;
    first_seen_at: Temporal.Instant;
  };
  billing_prices: {
    provider: 'stripe' | 'paypal';
    mode: 'sandbox' | 'test' | 'live';
    price_id: string;
    product_id: string;
    kind: 'plan' | 'bundle' | 'top-up';
    offer_id: string;
    name: string;
    unit_cents: number;
    currency: Generated<string>;
    credits: number;
    tier: number | null;
    is_annual: boolean | null;
    has_rollover: boolean | null;
    concurrency: number | null;
    made_at: Temporal.Instant;
    retired_at: Temporal.Instant | null;
  };
  billing_refunds: {
    provider: string;
    mode: string;
    refund_id: string;
    payment_id: string;
  };
  billing_restarts: {
    provider: string;
    mode: string;
    subscription_id: string;
    period_start: Temporal.Instant;
    person_id: string;
    tries: Generated<number>;
    done_at: Temporal.Instant | null;
  };
  billing_revisions: {
    id: string;
    person_id: string;
    mode: string;
    subscription_id: string;
    from_price_id: string;
    to_price_id: string;
    effective_from: Temporal.Instant;
    state: 'starting' | 'open' | 'done' | 'dropped';
    url: string | null;
    request: Json;
    started_at: Temporal.Instant;
  };
  billing_subscriptions: {
    provider: string;
    mode: string;
    subscription_id: string;
    customer_id: string;
    person_id: string;
    status: string;
    is_live: boolean;
    active_from: Temporal.Instant | null;
    is_second: Generated<boolean>;
    item_id: string;
    price_id: string;
    created_at: Temporal.Instant;
    period_start: Temporal.Instant;
    period_end: Temporal.Instant;
    trial_end: Temporal.Instant | null;
    cancel_at_period_end: boolean;
    cancel_at: Temporal.Instant | null;
    ended_at: Temporal.Instant | null;
    pending_price_id: string | null;
    pending_from: Temporal.Instant | null;
    last_payment_status: 'success' | 'failed' | null;
    next_net_cents: number | null;
    next_vat_cents: number | null;
    next_total_cents: number | null;
    synced_at: Temporal.Instant;
    replaced_by: string | null;
    replaced_at: Temporal.Instant | null;
    second_at: Temporal.Instant | null;
  };
  billing_tax_rates: {
    provider: string;
    mode: string;
    country: string;
    basis_points: number;
    tax_rate_id: string;
  };
  billing_unknown: {
    provider: string;
    mode: string;
    provider_id: string;
    person_id: string;
    price_id: string;
    total_cents: number;
    first_seen_at: Temporal.Instant;
  };
  booking_drafts: {
    person_id: string;
    musician_id: string;
    session_id: number;
    service_id: string;
    slots: Json;
    step: string;
    form: Json;
    saved_at: Temporal.Instant;
  };
  busy_times: {
    calendar_id: string;
    musician_id: string;
    during: string;
  };
  calendar_conflicts: {
    session_id: number;
    during: string;
    musician_id: string;
    calendar: string;
    found_at: Temporal.Instant;
  };
  calendar_feeds: {
    person_id: string;
    token_hash: Buffer;
    made_at: Temporal.Instant;
    read_at: Temporal.Instant | null;
  };
  content_documents: {
    name: string;
    value: Json;
    updated_at: Temporal.Instant;
  };
  content_drafts: {
    name: string;
    value: Json;
    revision: string;
    begun_from: number;
    saved_at: Temporal.Instant;
    saved_by: string;
  };
  content_pictures: {
    id: string;
    webp: Buffer;
    width: number;
    height: number;
    created_at: Temporal.Instant;
  };
  content_versions: {
    name: string;
    version: number;
    value: Json;
    is_shipped: boolean;
    note: string | null;
    published_at: Temporal.Instant;
    published_by: string | null;
  };
  credit_entries: {
    id: string;
    lot_id: string;
    delta: number;
    reason: 'grant' | 'spend' | 'refund' | 'expiry' | 'withdrawal' | 'rollover' | 'return';
    session_id: number | null;
    at: Temporal.Instant;
    payment_id: string | null;
    cause: Generated<string>;
  };
  credit_lots: {
    id: string;
    person_id: string;
    source: 'plan' | 'rollover' | 'top-up' | 'bundle' | 'trial' | 'referral' | 'operator' | 'refund';
    amount: number;
    remaining: Generated<number>;
    granted_at: Temporal.Instant;
    expires_at: Temporal.Instant | null;
    origin_lot_id: string | null;
    grant_key: string;
    payment_id: string | null;
  };
  daily_figures: {
    figure: string;
    day: string;
    by: 'all' | 'musician' | 'service';
    key: string | null;
    amount: number;
    base: number;
    summed_at: Temporal.Instant;
  };
  data_checks: {
    id: string;
    checked_at: Temporal.Instant;
    milliseconds: number;
    breaches: Json;
    storage: Json | null;
  };
  data_exports: {
    id: string;
    person_id: string;
    made_by: string;
    made_at: Temporal.Instant;
  };
  dead_letters: {
    id: string;
    queue: string;
    data: Json;
    singleton_key: string | null;
    failure: string | null;
    tries: number;
    enqueued_at: Temporal.Instant;
    failed_at: Temporal.Instant;
    settled_at: Temporal.Instant | null;
    outcome: 'again' | 'dropped' | null;
  };
  declined_addresses: {
    email: string;
    at: Temporal.Instant;
  };
  doomed_objects: {
    key: string;
    doomed_at: Temporal.Instant;
  };
  email_log: {
    event_id: string;
    recipient: string;
    template: string;
    claimed_until: Temporal.Instant | null;
    sent_at: Temporal.Instant | null;
    id: Generated<string>;
    queued_at: Generated<Temporal.Instant>;
    person_id: string | null;
    payload: Json | null;
    failure: string | null;
    sent_again_at: Temporal.Instant | null;
    session_id: number | null;
  };
  erased_mailboxes: {
    hash: Buffer;
    erased_at: Temporal.Instant;
  };
  erasures: {
    person_id: string;
    requested_at: Temporal.Instant;
    due_at: Temporal.Instant;
    requested_by: string | null;
    erased_at: Temporal.Instant | null;
    put_off_at: Temporal.Instant | null;
  };
  external_calendars: {
    id: string;
    musician_id: string;
    name: string;
    url: string;
    added_at: Temporal.Instant;
    read_at: Temporal.Instant;
    last_ok_at: Temporal.Instant;
    next_read_at: Temporal.Instant;
    parsed_at: Temporal.Instant | null;
    parsed_zone: string | null;
    etag: string | null;
    skipped: Generated<number>;
    failure: string | null;
    failures: Generated<number>;
  };
  feedback: {
    id: string;
    session_id: number;
    author_id: string;
    feedback_type: 'cancel-by-user' | 'missing_materials' | 'contact_support';
    cancellation_reasons: DefaultJson;
    feedback_notes: string | null;
    created_at: Temporal.Instant;
    message_id: string | null;
  };
  files: {
    id: string;
    session_id: number;
    folder: 'user' | 'output';
    prefix: string;
    name: string;
    key: string;
    content_type: string;
    size: number;
    crc32: number | null;
    uploaded_by: string;
    last_modified: Temporal.Instant;
    etag: string | null;
    version: string | null;
    changed_at: Temporal.Instant | null;
  };
  flags: {
    key: string;
    value: Json;
    updated_at: Temporal.Instant | null;
  };
  handled: {
    event_id: string;
    handler: string;
    at: Temporal.Instant;
  };
  hold_log: {
    session_id: number;
    person_id: string;
    musician_id: string;
    starts_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    held_at: Temporal.Instant;
    held_until: Temporal.Instant;
    booked: Generated<boolean>;
    affordable: boolean;
  };
  holidays: {
    musician_id: string;
    day: string;
  };
  idempotency: {
    actor_id: string;
    key: string;
    endpoint: string;
    request_hash: Buffer;
    status: number | null;
    body: Json | null;
    created_at: Temporal.Instant;
  };
  identities: {
    provider: 'google' | 'facebook';
    subject: string;
    person_id: string;
    created_at: Temporal.Instant;
  };
  instruments: {
    id: string;
    slug: string;
    label: string;
    position: number;
  };
  invitations: {
    id: string;
    inviter_id: string;
    email: string;
    code: string;
    status:
      | 'awaiting-to-accept'
      | 'accepted-signup'
      | 'accepted-trial'
      | 'waiting-for-approval'
      | 'reward-delivered'
      | 'rejected';
    created_at: Temporal.Instant;
    expires_at: Temporal.Instant;
    reminder_sent_at: Temporal.Instant | null;
    invitee_id: string | null;
    accepted_at: Temporal.Instant | null;
    first_paid_at: Temporal.Instant | null;
    rewarded_at: Temporal.Instant | null;
    credits_earned: Generated<number>;
    needs_operator: 'same_household' | 'same_mailbox' | 'partly_refunded' | null;
    rejected_for: 'same_card' | 'same_payer' | 'refunded' | 'operator' | null;
  };
  invoice_numbers: {
    year: number;
    last: number;
  };
  invoices: {
    id: string;
    number: string;
    kind: 'invoice' | 'credit_note';
    person_id: string;
    provider: string;
    mode: string;
    provider_id: string;
    corrects: string | null;
    payment_id: string | null;
    issued_at: Temporal.Instant;
    currency: string;
    discount_cents: number;
    net_cents: number;
    vat_cents: number;
    total_cents: number;
    vat_basis_points: number;
    reverse_charge: boolean;
    seller: Json;
    buyer: Json;
    lines: Json;
  };
  known_browsers: {
    person_id: string;
    hash: Buffer;
    seen_at: Temporal.Instant;
  };
  login_sessions: {
    token_hash: Buffer;
    person_id: string;
    front: 'studio' | 'partners' | 'operator';
    created_at: Temporal.Instant;
    seen_at: Temporal.Instant;
    expires_at: Temporal.Instant;
    id: Generated<string>;
    user_agent: string | null;
  };
  memberships: {
    person_id: string;
    status:
      | 'signup'
      | 'trial'
      | 'subscriber'
      | 'cancelled'
      | 'ondemand'
      | 'pending_cancellation'
      | 'wix-user';
    plan_name: string | null;
    is_annual: Generated<boolean>;
    legacy: Generated<boolean>;
    has_exclusive_prices: Generated<boolean>;
    is_pre_pivot: Generated<boolean>;
    concurrency: Generated<number>;
    next_billing_at: Temporal.Instant | null;
    ended_at: Temporal.Instant | null;
    trial_ends_at: Temporal.Instant | null;
    provider: string | null;
    mode: string | null;
    subscription_id: string | null;
    price_id: string | null;
    product_id: string | null;
    tier: number | null;
    plan_credits: number | null;
    has_rollover: boolean | null;
    last_payment_status: 'success' | 'failed' | null;
    service_update_seen: Generated<number>;
  };
  messages: {
    id: string;
    thread_id: string;
    author_id: string;
    body: string;
    created_at: Temporal.Instant;
  };
  month_payments: {
    id: string;
    musician_id: string;
    month: string;
    amount_cents: number;
    paid_on: string;
    reference: string;
    marked_at: Temporal.Instant;
    marked_by: string;
    replaces: string | null;
  };
  month_payments_taken_back: {
    payment_id: string;
    musician_id: string;
    month: string;
    reason: string;
    taken_back_at: Temporal.Instant;
    taken_back_by: string;
  };
  monthly_figures: {
    figure: string;
    month: string;
    by: 'musician' | 'service';
    key: string | null;
    amount: number;
    base: number;
  };
  musician_drafts: {
    musician_id: string;
    body: Json;
    version: number;
    saved_at: Temporal.Instant;
    submitted_at: Temporal.Instant | null;
    returned_note: string | null;
    published_at: Temporal.Instant | null;
  };
  musician_instruments: {
    musician_id: string;
    instrument_id: string;
  };
  musician_months: {
    musician_id: string;
    month: string;
    zone: string;
    from_at: Temporal.Instant;
    until_at: Temporal.Instant;
    figures: Json;
    rates: Json;
    slots: Json;
    payment_cents: number;
    closed_at: Temporal.Instant;
  };
  musician_openings: {
    musician_id: string;
    category: string;
    unit_minutes: number;
    slots: number;
    services: string[];
    starts: string;
    irregular: boolean;
  };
  musician_rates: {
    musician_id: string;
    valid_from: string;
    fixed_cents: number;
    flexible_cents: number;
    set_at: Temporal.Instant;
  };
  musician_samples: {
    id: string;
    musician_id: string;
    title: string;
    did: string;
    position: number | null;
    name: string;
    content_type: string;
    size: number;
    key: string;
    put_id: string | null;
    etag: string | null;
    version: string | null;
    state: 'arriving' | 'kept' | 'unreadable';
    seconds: number | null;
    preview_key: string | null;
    preview_size: number | null;
    preview_etag: string | null;
    preview_version: string | null;
    preview_seconds: number | null;
    peaks: Buffer | null;
    created_at: Temporal.Instant;
  };
  musician_services: {
    musician_id: string;
    service_id: string;
  };
  musicians: {
    person_id: string;
    slug: string;
    title: Generated<string>;
    bio: Generated<string>;
    card_description: Generated<string>;
    image: string | null;
    zone: string;
    visible: Generated<boolean>;
    rank: Generated<number>;
    services_first: Generated<boolean>;
    sessions_type: Generated<'offline' | 'live' | 'all'>;
    zoom_link: string | null;
    audiomovers_link: string | null;
    recredit_limit_hours: Generated<number>;
    slots_until: string | null;
    next_free_at: Temporal.Instant | null;
    next_free_stale_at: Temporal.Instant | null;
    rating_count: Generated<number>;
    rating_sum: Generated<number>;
    schedule_version: Generated<number>;
    styles: Generated<string[]>;
    search: Generated<string>;
    openings_stale_at: Temporal.Instant | null;
    published: Generated<boolean>;
    line_due_at: Temporal.Instant | null;
    openings_at: Temporal.Instant | null;
    visible_unblocked: boolean | null;
  };
  notification_settings: {
    person_id: string;
    booking: Generated<boolean>;
    cancellation: Generated<boolean>;
    files: Generated<boolean>;
    marketing: Generated<boolean>;
    updated_at: Temporal.Instant;
  };
  onboarding_answers: {
    person_id: string;
    persona_type: string;
    persona_level: string;
    persona_diy: string;
    interests: Json;
    comments: string | null;
    completed_at: Temporal.Instant;
  };
  one_time_tokens: {
    hash: Buffer;
    purpose:
      | 'front_ticket'
      | 'reset_password'
      | 'sign_in'
      | 'choose_password'
      | 'second_factor'
      | 'delete_account'
      | 'keep_account'
      | 'passkey_setup'
      | 'passkey_proof'
      | 'app_setup';
    person_id: string;
    front: 'studio' | 'partners' | 'operator' | null;
    expires_at: Temporal.Instant;
    spent_at: Temporal.Instant | null;
    created_at: Temporal.Instant | null;
  };
  opening_summaries: {
    musician_id: string;
    unit_minutes: number;
    slots: number;
    starts: string;
    category: string;
    services: string[];
  };
  passkeys: {
    id: string;
    person_id: string;
    credential_id: Buffer;
    public_key: Buffer;
    counter: number;
    transports: string[];
    name: string;
    created_at: Temporal.Instant;
    last_used_at: Temporal.Instant | null;
  };
  payer_marks: {
    person_id: string;
    kind: 'card' | 'payer';
    mark: string;
    first_seen_at: Temporal.Instant;
  };
  people: {
    id: string;
    email: string;
    role: 'client' | 'partner' | 'operator' | 'managed';
    name: string;
    zone: string;
    country: string | null;
    avatar: string | null;
    password_hash: string | null;
    waitlisted: Generated<boolean>;
    created_at: Temporal.Instant;
    mail_token: Generated<string>;
    admitted_at: Temporal.Instant | null;
    email_proved_at: Temporal.Instant | null;
    zone_pending: Generated<boolean>;
    search: Generated<string>;
    blocked_at: Temporal.Instant | null;
    erased_at: Temporal.Instant | null;
  };
  rate_counters: {
    key: string;
    hits: number;
    window_ends: Temporal.Instant;
    paused_until: Temporal.Instant | null;
  };
  ratings: {
    session_id: number;
    stars: number;
    comment: string | null;
    created_at: Temporal.Instant;
    changed_at: Temporal.Instant | null;
    hidden_at: Temporal.Instant | null;
  };
  recovery_codes: {
    hash: Buffer;
    person_id: string;
    used_at: Temporal.Instant | null;
  };
  schedule_changes: {
    id: string;
    musician_id: string;
    version: number;
    at: Temporal.Instant;
    kind: string;
    before: Json;
  };
  services: {
    id: string;
    value: string;
    label: string;
    short_description: string;
    service_description: string;
    category: string;
    session_type: 'offline' | 'live' | 'all';
    unit_minutes: number;
    slots: number;
    credits: number;
    alternative_value: number | null;
    alternative_value_annual: number | null;
    exclusive_prices_value: number | null;
    files_deadline: number;
    files_deadline_enabled: boolean;
    files_delivery: Generated<number>;
    is_default: Generated<boolean>;
    service_url: string | null;
    info_button_body: string | null;
    form_flags: Json;
    file_upload_rules: Json;
    position: number;
    offered: Generated<boolean>;
  };
  session_events: {
    id: string;
    session_id: number;
    at: Temporal.Instant;
    event: string;
    from_status: string;
    to_status: string;
    actor_id: string | null;
  };
  session_mails: {
    session_id: number;
    side: 'client' | 'partner';
    kind: 'change' | 'files_sent' | 'files_requested' | 'ready' | 'delivered';
    due_at: Temporal.Instant | null;
    sent_at: Temporal.Instant | null;
    known_start: Temporal.Instant | null;
    edited: Generated<boolean>;
    feedback_id: string | null;
  };
  sessions: {
    id: GeneratedAlways<number>;
    client_id: string;
    musician_id: string;
    service_id: string;
    phase: 'hold' | 'booked' | 'cancelled';
    status:
      | 'prebooked'
      | 'client_files_upload_required'
      | 'client_files_pending_review'
      | 'client_files_update_required'
      | 'partner_ready_to_go'
      | 'partner_upload_required'
      | 'partner_deliverables_ready'
      | 'cancelled';
    starts_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    duration: number;
    price: number;
    held_until: Temporal.Instant | null;
    hold_extended: Generated<boolean>;
    created_at: Temporal.Instant;
    booked_at: Temporal.Instant | null;
    last_update: Temporal.Instant;
    files_due_at: Temporal.Instant | null;
    is_first_session: Generated<boolean>;
    track_id: string | null;
    title: string | null;
    track_genre: string | null;
    reference_track: string | null;
    meter: string | null;
    bpm: string | null;
    sample_rate: string | null;
    options: DefaultJson;
    files_format: string | null;
    attendance: boolean | null;
    cancelled_at: Temporal.Instant | null;
    cancelled_by: string | null;
    calendar_sequence: Generated<number>;
    imported: Generated<boolean>;
  };
  settings: {
    key: string;
    value: Json;
  };
  shown_musicians: {
    id: GeneratedAlways<number>;
    change: number;
  };
  slot_claims: {
    slot_id: string;
    session_id: number | null;
    musician_id: string;
    during: string;
    held_until: Temporal.Instant | null;
    offer_id: string | null;
  };
  slots: {
    id: string;
    musician_id: string;
    starts_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    during: GeneratedAlways<string>;
    category: string;
    slot_type: 'fixed' | 'flexible';
    hidden: Generated<boolean>;
    imported: Generated<boolean>;
  };
  thread_reads: {
    thread_id: string;
    person_id: string;
    read_at: Temporal.Instant;
  };
  unread_threads: {
    thread_id: string;
    musician_id: string;
    newest_at: Temporal.Instant;
  };
  threads: {
    id: string;
    session_id: number;
    created_at: Temporal.Instant;
    closed_at: Temporal.Instant | null;
    closed_by: string | null;
  };
  time_off: {
    id: string;
    musician_id: string;
    from_day: string;
    to_day: string;
    from_time: string | null;
    to_time: string | null;
    every_year: Generated<boolean>;
    note: Generated<string>;
    created_at: Temporal.Instant;
  };
  tracks: {
    id: string;
    client_id: string;
    title: string;
    track_genre: string | null;
    reference_track: string | null;
    meter: string | null;
    bpm: string | null;
    sample_rate: string | null;
    options: DefaultJson;
    created_at: Temporal.Instant;
  };
  uploads: {
    id: string;
    session_id: number;
    folder: 'user' | 'output';
    prefix: string;
    name: string;
    key: string;
    content_type: string;
    size: number | null;
    created_by: string;
    created_at: Temporal.Instant;
    expires_at: Temporal.Instant;
    upload_id: string | null;
    modified_ms: number | null;
    put_id: string | null;
  };
  waiting: {
    id: string;
    person_id: string;
    musician_id: string;
    service_id: string;
    days: number;
    from_time: string;
    to_time: string;
    zone: string;
    created_at: Temporal.Instant;
    ended_at: Temporal.Instant | null;
    ended: 'left' | 'booked' | 'unanswered' | null;
  };
  waiting_offers: {
    id: string;
    waiting_id: string;
    starts_at: Temporal.Instant;
    ends_at: Temporal.Instant;
    offered_at: Temporal.Instant;
    expires_at: Temporal.Instant;
    ended_at: Temporal.Instant | null;
    ended: 'accepted' | 'declined' | 'expired' | 'withdrawn' | null;
  };
  waveforms: {
    file_id: string;
    key: string;
    seconds: number | null;
    peaks: Buffer | null;
    made_at: Temporal.Instant;
  };
  weekly_hours: {
    id: string;
    musician_id: string;
    weekday: number;
    starts: string;
    unit_minutes: number;
    category: string;
    valid_from: Generated<string>;
    valid_until: string | null;
  };
}
