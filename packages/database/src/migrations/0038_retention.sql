-- build before: it does not know the sequence.
CREATE SEQUENCE "public"."retention_serial" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "data_requests" (
	"portfolio_id" integer NOT NULL,
	"open_id" text NOT NULL,
	"request_no" text NOT NULL,
	"kind" text NOT NULL,
	"details" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due" date NOT NULL,
	"answered_at" timestamp with time zone,
	"answered_by" text,
	"outcome" text,
	"answer" text,
	CONSTRAINT "data_requests_portfolio_id_open_id_request_no_pk" PRIMARY KEY("portfolio_id","open_id","request_no")
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "erasures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"portfolio_id" integer NOT NULL,
	"record_class" text NOT NULL,
	"subject" text NOT NULL,
	"rule_version" integer NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "erasures_portfolio_id_id_pk" PRIMARY KEY("portfolio_id","id")
);
--> statement-breakpoint
CREATE TABLE "legal_holds" (
	"hold_no" text PRIMARY KEY NOT NULL,
	"portfolio_id" integer NOT NULL,
	"scope" text NOT NULL,
	"subject" text NOT NULL,
	"reason" text NOT NULL,
	"set_by" text NOT NULL,
	"confirmed_by" text NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	"lift_reason" text,
	"lifted_by" text,
	"lift_confirmed_by" text,
	"lifted_at" timestamp with time zone,
	CONSTRAINT "legal_holds_two_people" CHECK ("set_by" <> "confirmed_by" and ("lifted_by" is null or "lifted_by" <> "lift_confirmed_by"))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "begun_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "data_requests_one_open" ON "data_requests" USING btree ("portfolio_id","open_id","kind") WHERE "answered_at" is null;--> statement-breakpoint
CREATE INDEX "data_requests_answered" ON "data_requests" USING btree ("answered_at") WHERE "answered_at" is not null;--> statement-breakpoint
CREATE INDEX "erasures_by_subject" ON "erasures" USING btree ("portfolio_id","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_holds_one_open" ON "legal_holds" USING btree ("portfolio_id","scope","subject") WHERE "lifted_at" is null;--> statement-breakpoint
alter table data_requests enable row level security, force row level security;
--> statement-breakpoint
create policy lender on data_requests using (current_user <> 'dolphin_borrower');
--> statement-breakpoint
create policy own_rows on data_requests using (
  portfolio_id = (select nullif(current_setting('dolphin.portfolio', true), '')::integer)
  and open_id = (select nullif(current_setting('dolphin.customer', true), '')));
--> statement-breakpoint
create trigger append_only before update or delete on erasures
  for each row execute function refuse_change();
--> statement-breakpoint
create trigger append_only_whole before truncate on erasures
  for each statement execute function refuse_change();
--> statement-breakpoint
-- build before: it deletes nothing of these tables; what it may change stays as it was.
-- History is never rewritten, but its rows go when their period is over: through the functions below alone.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_table_name <> 'erasures' and current_setting('dolphin.erasing', true) = 'on' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;
--> statement-breakpoint
-- build before: it deletes nothing of these tables; what it may change stays as it was.
create or replace function refuse_change_but_of_seal() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and current_setting('dolphin.resealing', true) = 'on'
    and to_jsonb(new) - tg_argv[0] = to_jsonb(old) - tg_argv[0] then
    return new;
  end if;
  if tg_op = 'DELETE' and current_setting('dolphin.erasing', true) = 'on' then
    return old;
  end if;
  raise exception 'table % is append-only', tg_table_name using errcode = 'DL001';
end $$;
--> statement-breakpoint
-- Records of a class of the retention table, each with the instant from which its period runs, and whom it may be
-- about; docs/retention.md has the words. One that was erased since is not among them.
create function retention_records(of_class text) returns table (portfolio_id integer, key text, open_ids text[],
  loan_no text, application_no text, since timestamp with time zone) language sql stable as $$
  with ended as not materialized (
    select l.*, greatest(l.updated_at,
      (select max(p.booked_at) from ledger_postings p
        where p.portfolio_id = l.portfolio_id and p.loan_no = l.loan_no),
      (select max(t.updated_at) from transactions t where t.portfolio_id = l.portfolio_id and t.loan_no = l.loan_no),
      (select max(h.at) from loan_history h where h.portfolio_id = l.portfolio_id and h.loan_no = l.loan_no),
      (select max(o.created_at) from outbox o where o.portfolio_id = l.portfolio_id and o.loan_no = l.loan_no))
      as since,
      exists (select from ledger_postings p where p.portfolio_id = l.portfolio_id and p.loan_no = l.loan_no) as funded,
      exists (select from decisions d where d.portfolio_id = l.portfolio_id and d.loan_no = l.loan_no) as decided
    from loans l where l.status in (101, 103, 206)
  ), found as (
    select l.portfolio_id, l.loan_no as key, array[l.open_id, l.customer_key] as open_ids, l.loan_no,
      l.application_no, l.since, 'loan/' as prefix
    from ended l where of_class = 'fundedLoan' and (l.status = 206 or l.status = 103 and l.funded)
    union all
    select d.portfolio_id, d.document_no, array[d.open_id, d.customer_key], d.loan_no, l.application_no, l.since,
      'document/'
    from documents d join ended l on l.portfolio_id = d.portfolio_id and l.loan_no = d.loan_no
    where of_class = 'coveredBorrowerCheck' and d.document_type = 13
      and (l.status = 206 or l.status = 103 and l.funded)
    union all
    select l.portfolio_id, l.loan_no, array[l.open_id, l.customer_key], l.loan_no, l.application_no, l.since, 'loan/'
    from ended l join applications a on a.portfolio_id = l.portfolio_id and a.application_no = l.application_no
    where of_class = 'undoneApplication' and l.status = 103 and not l.funded
      and (a.submitted_at is not null or l.decided)
    union all
    select l.portfolio_id, l.loan_no, array[l.open_id, l.customer_key], l.loan_no, l.application_no,
      greatest(a.updated_at, l.updated_at, (select max(s.updated_at) from application_sections s
        where s.portfolio_id = a.portfolio_id and s.application_no = a.application_no)), 'loan/'
    from ended l join applications a on a.portfolio_id = l.portfolio_id and a.application_no = l.application_no
    where of_class = 'neverSubmittedDraft' and l.status in (101, 103) and a.submitted_at is null
      and a.attached_at is not null and not l.decided and not l.funded
    union all
    select c.portfolio_id, c.open_id, array[c.open_id], null, null, c.begun_at, 'begunAnswers/'
    from customers c where of_class = 'begunAnswers' and c.begun_at is not null
    union all
    select c.portfolio_id, c.open_id, array[c.open_id], null, null, greatest(c.updated_at,
      (select max(s.last_seen_at) from sessions s where s.portfolio_id = c.portfolio_id and s.open_id = c.open_id),
      (select max(v.trusted_at) from trusted_devices v
        where v.portfolio_id = c.portfolio_id and v.open_id = c.open_id),
      (select max(m.sent_at) from secure_messages m where m.portfolio_id = c.portfolio_id and m.open_id = c.open_id),
      (select max(coalesce(r.answered_at, r.due + 1)) from data_requests r
        where r.portfolio_id = c.portfolio_id and r.open_id = c.open_id)), 'account/'
    from customers c where of_class = 'abandonedAccount'
      and not exists (select from loans l where l.portfolio_id = c.portfolio_id and l.open_id = c.open_id)
    union all
    select d.portfolio_id, d.document_no, array[d.open_id, d.customer_key], d.loan_no, (select l.application_no
        from loans l where l.portfolio_id = d.portfolio_id and l.loan_no = d.loan_no), d.created_at, 'document/'
    from documents d where of_class = 'unusedUpload' and (
      d.evidence ->> 'role' in ('quarantined', 'asked') and exists (select from documents o
        where o.portfolio_id = d.portfolio_id and o.loan_no = d.loan_no
          and d.document_no in (o.evidence ->> 'releasedFrom', o.evidence ->> 'askedFor'))
      or exists (select from document_requests r where r.portfolio_id = d.portfolio_id and r.loan_no = d.loan_no
        and r.request_no = (d.evidence ->> 'requestNo')::integer and (d.evidence ->> 'turn')::integer < r.turn)
      or exists (select from ibv_requests i where i.portfolio_id = d.portfolio_id and i.loan_no = d.loan_no
        and i.provider_reference = d.document_no and i.status < 0))
    union all
    select r.portfolio_id, r.request_code, array[l.open_id, r.customer_key], r.loan_no, l.application_no,
      r.received_at, 'bankReport/'
    from ibv_reports r join loans l on l.portfolio_id = r.portfolio_id and l.loan_no = r.loan_no
    where of_class = 'unusedBankReport'
      and exists (select from ibv_reports n where n.portfolio_id = r.portfolio_id and n.loan_no = r.loan_no
        and n.received_at > r.received_at)
      and not exists (select from risk_reports k where k.portfolio_id = r.portfolio_id and k.loan_no = r.loan_no
        and k.request_code = r.request_code)
    union all
    select m.portfolio_id, m.message_no, array[m.open_id], null, null, m.sent_at, 'message/'
    from secure_messages m where of_class = 'accountMessage' and m.loan_no is null
    union all
    select o.portfolio_id, o.notice_id, array[o.open_id, o.customer_key], null, null, coalesce(o.sent_at, o.failed_at),
      'mail/'
    from outbox o where of_class = 'accountMail' and o.loan_no is null
    union all
    -- What stands before an openId or a loan number in the subject of an audit event is taken off.
    select e.portfolio_id, e.subject, array[regexp_replace(e.subject, '^(read/|customer:)', '')],
      regexp_replace(e.subject, '^(read/|customer:)', ''), null, max(e.at), 'audit/'
    from audit_events e where of_class = 'auditTrail' and (e.subject like 'read/%' or exists (select from erasures x
      where x.portfolio_id = e.portfolio_id
        and x.subject = 'account/' || regexp_replace(e.subject, '^(read/|customer:)', '')))
    group by e.portfolio_id, e.subject
    union all
    select r.portfolio_id, r.request_no, array[r.open_id], null, null, r.answered_at, 'dataRequest/'
    from data_requests r where of_class = 'dataRequest' and r.answered_at is not null
    union all
    select coalesce(p.portfolio_id, 0), p.approval_no, array[]::text[], null, null,
      coalesce(p.answered_at, p.end_noted_at), 'approval/'
    from approvals p where of_class = 'approval' and p.loan_no is null
  )
  select f.portfolio_id, f.key, f.open_ids, f.loan_no, f.application_no, f.since from found f
  where not exists (select from erasures e where e.portfolio_id = f.portfolio_id and e.subject = f.prefix || f.key
    and e.at >= f.since)
$$;
--> statement-breakpoint
-- Takes from the file of a loan what tells of a person. What is left is under its number alone: no owner, no answers, no
-- account; plans, transactions, ledger and status history stay. Again does nothing more. The documents are erased one by one.
create function erase_loan(of_portfolio integer, of_loan text) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  application text := (select application_no from loans where portfolio_id = of_portfolio and loan_no = of_loan);
  links text[] := array(select request_code from ibv_requests where portfolio_id = of_portfolio and loan_no = of_loan);
  name text;
begin
  perform set_config('dolphin.erasing', 'on', true);
  delete from ibv_links where portfolio_id = of_portfolio and request_code = any(links);
  delete from sandbox_bank_sessions where portfolio_id = of_portfolio and request_code = any(links);
  foreach name in array array['approvals', 'ceremonies', 'decisions', 'delivery_events', 'document_requests',
    'guard_decisions', 'ibv_reports', 'ibv_requests', 'loan_accounts', 'mails', 'outbox', 'paper_notices',
    'risk_reports', 'secure_messages', 'work_items'] loop
    execute format('delete from %I where portfolio_id = $1 and loan_no = $2', name) using of_portfolio, of_loan;
  end loop;
  delete from application_sections where portfolio_id = of_portfolio and application_no = application;
  delete from audit_events where portfolio_id = of_portfolio and subject = of_loan;
  delete from resources where portfolio_id = of_portfolio
    and (subject ->> 'loanNo' = of_loan or subject ->> 'applicationNo' = application);
  delete from sessions where portfolio_id = of_portfolio and limited_application_no = application;
  update applications set open_id = null where portfolio_id = of_portfolio and application_no = application;
  update transactions set account_key = null where portfolio_id = of_portfolio and loan_no = of_loan;
  update loans set open_id = null where portfolio_id = of_portfolio and loan_no = of_loan;
  perform set_config('dolphin.erasing', 'off', true);
end $$;
--> statement-breakpoint
-- Takes an account and all that belongs to no loan. Again does nothing more.
create function erase_account(of_portfolio integer, of_customer text) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  name text;
begin
  perform set_config('dolphin.erasing', 'on', true);
  foreach name in array array['consents_given', 'contacts', 'coupon_grants', 'customer_emails', 'delivery_events',
    'login_codes', 'mails', 'outbox', 'recovery_codes', 'secure_messages', 'sessions', 'suspended_addresses',
    'ticket_counters', 'tickets', 'trusted_devices', 'business_events', 'customers'] loop
    execute format('delete from %I where portfolio_id = $1 and open_id = $2', name) using of_portfolio, of_customer;
  end loop;
  delete from resources where portfolio_id = of_portfolio and subject ->> 'openId' = of_customer;
  delete from idempotency_keys where owner = format('customer:%s:%s', of_portfolio, of_customer);
  perform set_config('dolphin.erasing', 'off', true);
end $$;
--> statement-breakpoint
-- Takes the row of a document; returns the key of its bytes where no other row names the same.
create function erase_document(of_portfolio integer, of_document text) returns text
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  gone text;
begin
  delete from documents where portfolio_id = of_portfolio and document_no = of_document returning object_key into gone;
  return case when exists (select from documents where object_key = gone)
    or exists (select from paper_notices where object_key = gone) then null else gone end;
end $$;
--> statement-breakpoint
-- Takes a record of a class that is one row, or one in each of a few tables.
create function erase_record(of_class text, of_portfolio integer, of_key text) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform set_config('dolphin.erasing', 'on', true);
  case of_class
    when 'unusedBankReport' then
      delete from ibv_reports where portfolio_id = of_portfolio and request_code = of_key;
    when 'accountMessage' then
      delete from secure_messages where portfolio_id = of_portfolio and message_no = of_key and loan_no is null;
    when 'accountMail' then
      delete from mails where portfolio_id = of_portfolio and mail_id = of_key and loan_no is null;
      delete from delivery_events where portfolio_id = of_portfolio and notice_id = of_key and loan_no is null;
      delete from outbox where portfolio_id = of_portfolio and notice_id = of_key and loan_no is null;
    when 'auditTrail' then
      delete from audit_events where portfolio_id = of_portfolio and subject = of_key;
    when 'dataRequest' then
      delete from data_requests where portfolio_id = of_portfolio and request_no = of_key;
    when 'approval' then
      -- What is about the whole server is of no portfolio.
      delete from approvals where approval_no = of_key and coalesce(portfolio_id, 0) = of_portfolio;
    else
      raise exception 'records of class % are not erased by their key', of_class using errcode = 'DL001';
  end case;
  perform set_config('dolphin.erasing', 'off', true);
end $$;
--> statement-breakpoint
-- Deletes at most so many business events of a portfolio from before an instant, but for those of some customers;
-- returns how many.
create function erase_business_events(of_portfolio integer, before timestamp with time zone, but_of text[],
  at_most integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  gone integer;
begin
  perform set_config('dolphin.erasing', 'on', true);
  delete from business_events where (portfolio_id, id, customer_key) in (
    select portfolio_id, id, customer_key from business_events
    where portfolio_id = of_portfolio and at < before and (open_id is null or open_id <> all (but_of)) limit at_most);
  get diagnostics gone = row_count;
  perform set_config('dolphin.erasing', 'off', true);
  return gone;
end $$;
--> statement-breakpoint
-- build before: the functions are new; it calls none.
revoke all on function retention_records(text), erase_loan(integer, text), erase_account(integer, text),
  erase_document(integer, text), erase_record(text, integer, text),
  erase_business_events(integer, timestamp with time zone, text[], integer) from public;
--> statement-breakpoint
do $$
begin
  if exists (select from pg_roles where rolname = 'dolphin_application') then
    grant select, insert, update on data_requests, legal_holds to dolphin_application;
    grant select, insert on erasures to dolphin_application;
    grant usage on sequence retention_serial to dolphin_application;
    grant execute on function retention_records(text), erase_loan(integer, text), erase_account(integer, text),
      erase_document(integer, text), erase_record(text, integer, text),
      erase_business_events(integer, timestamp with time zone, text[], integer) to dolphin_application;
  end if;
end $$;
--> statement-breakpoint
-- A build before this one cannot read the documents that this one stores (docs/decisions/sealed-objects.md).
create or replace function least_migrations() returns integer language sql immutable as 'select 39';
