-- The service sends buyers no notices, whatever was asked of it: true is refused from now on.
UPDATE "raffles" SET enable_notification = false WHERE enable_notification;
