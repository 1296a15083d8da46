-- A review and a customer’s question are work items that one person takes: those that wait already get theirs. docs/decisions/work-items.md
insert into work_items (portfolio_id, work_item_no, kind, subject, loan_no, since, due, reason, facts)
  select portfolio_id, 'W' || lpad(nextval('work_item_serial')::text, 9, '0'), 'applicationToReview',
    'loan/' || loan_no || '/' || sub_status, loan_no, updated_at, current_date + 2, 'waits for a review', '{}'
  from loans
  where sub_status in ('agentReview', 'nonVoiceAgentReview', 'underwriterReview', 'tribeReview', 'blocked')
  on conflict do nothing;
--> statement-breakpoint
insert into work_items (portfolio_id, work_item_no, kind, subject, since, due, reason, facts)
  select portfolio_id, 'W' || lpad(nextval('work_item_serial')::text, 9, '0'), 'messageToAnswer', 'customer/' || open_id,
    since, current_date + 1, 'a customer wrote and waits for an answer', jsonb_build_object('openId', open_id)
  from (select portfolio_id, open_id, min(sent_at) as since from secure_messages
    where sender = 'customer' and read_at is null group by portfolio_id, open_id) waiting
  on conflict do nothing;
