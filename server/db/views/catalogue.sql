-- The catalogue's published reads.

-- What a musician's card shows, in one row: instruments by label, what their services are (for the marks).
create or replace view musician_cards as
  select m.person_id, m.slug, p.name, m.title, m.card_description, m.bio, coalesce(p.avatar, m.image) as image, m.zone, m.rank,
    m.next_free_at, m.next_free_stale_at,
    array(
      select i.label from musician_instruments mi join instruments i on i.id = mi.instrument_id
      where mi.musician_id = m.person_id order by i.position, i.id
    ) as instruments,
    array(
      select distinct s.category from musician_services ms join services s on s.id = ms.service_id and s.offered
      where ms.musician_id = m.person_id
    ) as categories,
    m.rating_count, m.rating_sum
  from musicians m join people p on p.id = m.person_id;

-- What musicians' samples name at storage: originals, previews, and uploads (without size). `id` is the sample's.
create or replace view sample_objects as
  select id, key, case when state <> 'arriving' then size end as size, content_type, etag, version from musician_samples
  union all
  select id, preview_key, preview_size, 'audio/mpeg', preview_etag, preview_version from musician_samples
  where preview_key is not null;
