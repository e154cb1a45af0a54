{ status: {} }
